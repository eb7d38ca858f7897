"""Test scenes: a second renderer that shares no drawing code with the one that makes the training pictures.

A pinhole camera over a table in millimetres, cards that bend a little, light added up linearly, a sensor with shot and
read noise behind a colour filter. Only the list of letterings (``datasets.fonts``) and the random hands
(``datasets.hands``) are common to both.
"""

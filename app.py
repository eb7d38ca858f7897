"""The Streamlit script: ``streamlit run app.py``, or ``python -m ui`` for the table's network."""

from ui.page import page

page()

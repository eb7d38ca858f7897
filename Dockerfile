# A slim image of the app: docker build -t daer . && docker run --rm -p 8501:8501 daer
FROM python:3.13-slim
RUN apt-get update && apt-get install -y --no-install-recommends libgl1 libglib2.0-0 fonts-noto-cjk \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY .streamlit .streamlit
COPY scorer scorer
COPY vision vision
COPY ledger ledger
COPY ui ui
COPY models models
COPY datasets datasets
COPY app.py ./
RUN pip install --no-cache-dir --constraint constraints.txt --editable .
RUN useradd --create-home player
USER player
EXPOSE 8501
CMD ["python", "-m", "ui"]

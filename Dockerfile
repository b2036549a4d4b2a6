FROM python:3.13.9-slim-trixie AS builder
RUN python -m venv /venv
COPY .lock/run.txt /run.txt
RUN /venv/bin/python -m pip install --no-cache-dir --require-hashes -r /run.txt

FROM python:3.13.9-slim-trixie
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin gin \
    && install --directory --owner=10001 --group=10001 /data
COPY --from=builder /venv /venv
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    GIN_DATABASE_URL=sqlite+aiosqlite:////data/gin.sqlite3
VOLUME /data
WORKDIR /app
USER 10001:10001
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["python", "-m", "bot", "--health"]
CMD ["python", "-m", "bot"]
COPY pyproject.toml ./
COPY assets assets
COPY cogs cogs
COPY bot bot

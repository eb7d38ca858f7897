"""Alembic's entry: run the migrations on the connection and in the transaction that `ledger.migrate` opened."""

from alembic import context

from ledger.schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    transactional_ddl=True,
    transaction_per_migration=False,
)
context.run_migrations()

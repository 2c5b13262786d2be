CREATE TABLE idempotency_keys (
    tenant text NOT NULL,
    key text NOT NULL,
    body text NOT NULL,
    status integer,
    answer text,
    PRIMARY KEY (tenant, key)
);
CREATE TABLE charges (
    id bigserial PRIMARY KEY,
    tenant text NOT NULL,
    reference text NOT NULL,
    amount bigint NOT NULL
);

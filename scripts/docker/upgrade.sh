#!/bin/sh
# Upgrades the shop without a failed request: applies the new version's migrations while the old version runs, and then
# replaces one process after the other (docs/operate.md#upgrade). To go back to an older version, check it out and run
# this script again.
set -eu
cd "$(dirname "$0")/../.."
docker compose build
docker compose up secrets
# Without --no-deps Compose would restart PostgreSQL if the new version changes anything of it.
docker compose run --rm --no-deps migrate
# --force-recreate, because after a secret was replaced neither image nor configuration has changed: Compose would leave
# the processes with the former secret running.
for service in $(docker compose ps --services | grep -E '^web[0-9]+$') worker; do
  docker compose up --detach --no-deps --force-recreate --wait "$service"
done
if docker compose ps --services | grep -qx backup; then
  docker compose --profile backup up --detach --no-deps --force-recreate backup
fi

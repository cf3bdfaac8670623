#!/bin/sh
# Replaces the web processes of compose.yaml by the image that .env names, one by one: a new one is healthy before an old one stops.
# Needs DATABASE_URL, because two processes cannot share an embedded database. docs/upgrade.md
set -eu

old=$(docker compose ps --quiet shop)
count=$(echo "$old" | wc -w)
if [ "$count" -eq 0 ]; then
  echo "No web process runs. Start the shop: docker compose up --detach" >&2
  exit 1
fi
if ! docker compose exec -T shop sh -c 'test -n "$DATABASE_URL"'; then
  echo "The shop has an embedded database. Replace its one process: docker compose up --detach" >&2
  exit 1
fi

reload() {
  if [ -n "$(docker compose ps --quiet proxy)" ]; then docker compose exec -T proxy nginx -s reload; fi
}

docker compose run --rm --no-deps -T shop node bin/migrate.mjs
for id in $old; do
  docker compose up --detach --no-deps --no-recreate --wait --scale shop=$((count + 1)) shop
  reload
  docker stop --time 35 "$id"
  docker rm "$id"
done
reload
if [ -n "$(docker compose ps --quiet worker)" ]; then docker compose up --detach --no-deps worker; fi

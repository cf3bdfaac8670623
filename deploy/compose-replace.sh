#!/bin/sh
# Rolling update of the web containers of compose.yaml to the image that .env names: each new container is healthy before an old one
# stops. Requires DATABASE_URL, because two processes cannot share an embedded database. See docs/upgrade.md.
set -eu

old=$(docker compose ps --quiet shop)
count=$(echo "$old" | wc -w)
if [ "$count" -eq 0 ]; then
  echo "No web container is running. Start the shop: docker compose up --detach" >&2
  exit 1
fi
if ! docker compose exec -T shop sh -c 'test -n "$DATABASE_URL"'; then
  echo "The shop has an embedded database and one process. Replace it: docker compose up --detach" >&2
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

FROM node:22-bookworm-slim AS build
WORKDIR /app
RUN apt-get update \
    && apt-get install -y --no-install-recommends python3 make g++ \
    && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# Its path, where it has one, is written into the admin.
ARG PUBLIC_URL
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:22-bookworm-slim AS runtime
# Otherwise glibc keeps hundreds of megabytes after large pictures.
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    HOST=0.0.0.0 \
    PORT=1337 \
    DATABASE_FILENAME=data/calendar.db \
    ENV_PATH=data/.env
WORKDIR /app
COPY --from=build /app ./
RUN mkdir -p data && chown -R node:node data public/uploads
USER node
EXPOSE 1337
HEALTHCHECK --interval=30s --timeout=5s --start-period=15m --retries=3 CMD ["node", "scripts/health.cjs"]
CMD ["node", "scripts/start.cjs"]

FROM node:24.21.0-slim AS base
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1

# Everything, to generate the client and build the pages.
FROM base AS build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && rm -rf .next/cache .next/dev

# What runs needs neither development packages nor an install script.
FROM base AS packages
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM base AS run
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/package.json /app/next.config.ts ./
COPY --from=build /app/.next .next
COPY --from=build /app/public public
COPY --from=build /app/lib lib
COPY --from=build /app/prisma prisma
COPY --from=build /app/scripts scripts
# Volumes are made of these, and belong to whoever they belong to here.
RUN install -d -o node -g node /backups /run/secrets-of/owner /run/secrets-of/shop /run/secrets-of/backup .next/cache
USER node
EXPOSE 3000
CMD ["node", "--max-old-space-size=512", "--max-semi-space-size=8", "scripts/server.ts"]

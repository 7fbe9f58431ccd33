# If npm needs your own registry or certificate authority, name a Node.js 24 image that is set up for
# them:
#   docker build --build-arg PACKAGES_IMAGE=… .
# Name both images with their digests to pin what the image is made of (docs/supply-chain.md#images).
ARG PACKAGES_IMAGE=node:24-slim
ARG BASE_IMAGE=debian:bookworm-slim

# Node.js without its symbols, which take 18 MB. Stack traces of JavaScript do not need them. Without Debian's packages,
# it is copied as it is.
FROM ${PACKAGES_IMAGE} AS node
RUN cp /usr/local/bin/node /node \
    && { command -v strip > /dev/null \
      || { apt-get update --quiet=2 && apt-get install --quiet=2 --yes --no-install-recommends binutils > /dev/null; } \
      || echo "binutils cannot be installed"; } \
    && { strip --output-file=/stripped /node && /stripped --version && mv /stripped /node \
      || echo "Node.js keeps its symbols, which take 18 MB"; }

FROM ${PACKAGES_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Omits the Node.js and the PostgreSQL that npm installs for development, and the package files that
# Node.js never reads: types, maps, texts, and CommonJS where there are modules.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --loglevel=error \
    && find node_modules -type f -regex '.*\.\([cm]?ts\|map\|md\|flow\)' -delete \
    && for folder in $(find node_modules -type d -path '*/dist/cjs'); do \
         if [ -d "${folder%cjs}esm" ]; then rm -r "$folder"; fi; \
       done \
    && npm sbom --package-lock-only --omit=dev --omit=optional --sbom-format=cyclonedx > sbom.cdx.json

# Bundles the test kit of the SDK, which needs all packages, so that /sdk.tgz is complete.
FROM ${PACKAGES_IMAGE} AS kit
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY sdk/package.json sdk/package.json
RUN npm ci --ignore-scripts --loglevel=error
COPY lexicons lexicons
COPY lexicons-published lexicons-published
COPY scripts/sdk scripts/sdk
COPY sdk sdk
COPY src src
RUN ["node", "--disable-warning=ExperimentalWarning", "scripts/sdk/bundleTesting.ts"]

# Without npm, which the service does not need.
FROM ${BASE_IMAGE}
RUN useradd --create-home --uid 1000 node
COPY --from=node /node /usr/local/bin/node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
# What the image contains, in the format of CycloneDX.
COPY --from=packages /app/sbom.cdx.json ./
COPY package.json CHANGELOG.md ./
COPY bin bin
COPY docs docs
COPY lexicons lexicons
COPY lexicons-published lexicons-published
COPY sdk/LICENSE sdk/README.md sdk/package.json sdk/
COPY --from=kit /app/sdk/dist sdk/dist
COPY ui/dist ui/dist
COPY src src
COPY tools/verify-log/verify-log.mjs tools/verify-log/verify_log.py tools/verify-log/
# The command line, for docker compose exec tidemark tidemark doctor.
RUN ln -s /app/bin/tidemark.js /usr/local/bin/tidemark
# Temporary files of repositories, which are too large for an in-memory file system, the list of erasures, and archives.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
# Stores the compiled code in the cache of the user, which halves the time that a start takes. Its flags are those of CMD.
RUN ["node", "--max-semi-space-size=8", "--heap-growing-percent=120", "--no-allocation-site-pretenuring", \
    "--input-type=module", "--eval", \
    "(await import('./src/main/enableUserCompileCache.ts')).enableUserCompileCache(); await import('./src/main/run.ts'); await import('./src/main/serve/runService.ts'); await import('./src/main/workers/runSupervisor.ts'); await import('./src/main/workers/runWorker.ts')"]
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=120", "--no-allocation-site-pretenuring", "src/main.ts"]

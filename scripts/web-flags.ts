/**
 * Flags of Node.js for a web process. With more memory V8 would collect garbage later, and hold several hundred MB that
 * no page needs. 512 MB is V8's default in a container of 1 GB (docker-compose.yml). Dockerfile, docker-compose.yml and
 * `npm start` repeat these flags.
 */
export const webFlags = ['--max-old-space-size=512', '--max-semi-space-size=8']

/**
 * Flags of Node.js for a web process. V8 collects the less garbage the more memory it may take, and then keeps some
 * hundred MB that no page needs. 512 MB is what it gives itself in a container of 1 GB (docker-compose.yml).
 * Dockerfile, docker-compose.yml and `npm start` repeat them.
 */
export const webFlags = ['--max-old-space-size=512', '--max-semi-space-size=8']

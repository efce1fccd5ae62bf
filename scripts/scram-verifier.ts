import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

const ITERATIONS = 4096

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/**
 * Computes the SCRAM verifier that PostgreSQL stores for a password (RFC 5803). CREATE ROLE accepts the verifier in
 * place of the password, so that the password doesn't appear in the server's log.
 */
export function computeScramVerifier(password: string, salt = randomBytes(16)): string {
  const saltedPassword = pbkdf2Sync(password.normalize('NFKC'), salt, ITERATIONS, 32, 'sha256')
  const storedKey = createHash('sha256').update(hmac(saltedPassword, 'Client Key')).digest('base64')
  const serverKey = hmac(saltedPassword, 'Server Key').toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}

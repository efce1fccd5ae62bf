/**
 * Writes a log line as JSON. The shop's own log can't be used here: it reads the shop's environment, but the backup
 * process gets neither AUTH_SECRET nor the connection string of web and worker.
 */
export function writeLogLine(level: 'info' | 'error', message: string, fields: Record<string, unknown> = {}): void {
  const line = JSON.stringify({ level, at: new Date().toISOString(), message, ...fields })
  if (level === 'error') console.error(line)
  else console.log(line)
}

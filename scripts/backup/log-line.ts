/**
 * Writes a line of JSON. The shop's own log reads the shop's environment, which the backup isn't given: it knows neither
 * AUTH_SECRET nor how web and worker connect.
 */
export function logLine(level: 'info' | 'error', message: string, fields: Record<string, unknown> = {}): void {
  const line = JSON.stringify({ level, at: new Date().toISOString(), message, ...fields })
  if (level === 'error') console.error(line)
  else console.log(line)
}

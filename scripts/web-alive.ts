/** For a container's health check: true if the web process on this machine is ready. */
async function isReady(): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).catch(() => undefined)
  return response?.ok ?? false
}

isReady().then((ready) => process.exit(ready ? 0 : 1))

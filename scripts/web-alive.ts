/** True if the web process on this machine is ready. A container's health check runs this script. */
async function isReady(): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).catch(() => undefined)
  return response?.ok ?? false
}

isReady().then((ready) => process.exit(ready ? 0 : 1))

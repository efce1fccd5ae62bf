// Preloaded into processes that a script starts, so that they end when that script was killed without passing a signal
// on (kill -9).
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 10_000).unref()
})

// Preloaded into processes that a script starts: when that script dies without a signal to them (kill -9), they end
// themselves.
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 10_000).unref()
})

// Preloaded into processes that a script starts. Ends such a process when the script has ended, even if the script was
// killed without passing on a signal (kill -9).
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 10_000).unref()
})

import { cleanUp, type Remains } from './clean-up.ts'

// Started by a fleet, with the `Remains` to clean up as its argument. The standard input of this process ends when the
// fleet's process ends, however that happens: a fleet that is killed after a timeout can't stop PostgreSQL itself.
process.stdin.resume()
process.stdin.once('end', () => {
  cleanUp(JSON.parse(process.argv[2] ?? '') as Remains)
  process.exit(0)
})

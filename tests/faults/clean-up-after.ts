import { cleanUpFleet, type FleetLeftovers } from './clean-up.ts'

// A fleet (tests/faults/fleet.ts) starts this process, with the `FleetLeftovers` to clean up as its argument. This
// process cleans up when its standard input ends, that is when the fleet's process ends: a fleet that is killed after a
// timeout can't stop PostgreSQL itself.
process.stdin.resume()
process.stdin.once('end', () => {
  cleanUpFleet(JSON.parse(process.argv[2] ?? '') as FleetLeftovers)
  process.exit(0)
})

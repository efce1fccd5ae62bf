// Preloaded into web and worker. Shifts their clock by the number of milliseconds that the process that started them
// sends in a message.
let shift = 0
const RealDate = Date

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values: [], newTarget) =>
    Reflect.construct(target, values.length > 0 ? values : [RealDate.now() + shift], newTarget),
  apply: () => new RealDate(RealDate.now() + shift).toString(),
  get: (target, name) => (name === 'now' ? () => RealDate.now() + shift : Reflect.get(target, name)),
})

process.on('message', (message: { clockShift?: number }) => {
  if (message.clockShift !== undefined) shift = message.clockShift
})
// Listening for messages alone must not keep the process alive.
process.channel?.unref()

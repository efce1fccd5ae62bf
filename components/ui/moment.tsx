import { seoulTime } from './seoul-time.ts'

/** A moment in Seoul; where it is narrow the time goes below its date, and neither breaks in itself. */
export function Moment({ at }: { readonly at: string }) {
  const [date, time] = seoulTime(at).split(' ')
  return (
    <time dateTime={at} className="tabular-nums">
      <span className="whitespace-nowrap">{date}</span> <span className="whitespace-nowrap">{time}</span>
    </time>
  )
}

import { seoulTime } from './seoul-time.ts'

/** A time in Seoul. In a narrow space the time of day wraps below the date; neither of the two is broken inside. */
export function Moment({ at }: { readonly at: string }) {
  const [date, time] = seoulTime(at).split(' ')
  return (
    <time dateTime={at} className="tabular-nums">
      <span className="whitespace-nowrap">{date}</span> <span className="whitespace-nowrap">{time}</span>
    </time>
  )
}

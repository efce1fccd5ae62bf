import { seoulTime } from './seoul-time.ts'

/** A time in Seoul. In a narrow space it wraps only between the date and the time of day. */
export function Moment({ at }: { readonly at: string }) {
  const [date, time] = seoulTime(at).split(' ')
  return (
    <time dateTime={at} className="tabular-nums">
      <span className="whitespace-nowrap">{date}</span> <span className="whitespace-nowrap">{time}</span>
    </time>
  )
}

import { dayHeading } from '#lib/change-notices/labels.ts'
import { type Guarantee, type GuaranteeGroup, guaranteeTexts } from '#lib/guarantees/labels.ts'
import { Card, CardTitle } from '../ui/card.tsx'

function GuaranteeItem({ guarantee }: { readonly guarantee: Guarantee }) {
  const { promise, how, result, commit, date } = guarantee
  return (
    <li className="grid gap-2 py-4 first:pt-0 last:pb-0">
      <h3 className="font-semibold">{promise}</h3>
      <dl className="grid gap-x-4 gap-y-1 wide:grid-cols-[72px_1fr] wide:gap-y-2">
        <dt className="text-s leading-[1.8] text-ink-3">{guaranteeTexts.how}</dt>
        <dd className="text-ink-2">{how}</dd>
        <dt className="text-s leading-[1.8] text-ink-3">{guaranteeTexts.result}</dt>
        <dd className="tabular-nums">
          <p>{result}</p>
          <p className="text-s text-ink-3">
            <time dateTime={date}>{dayHeading(date)}</time> · {guaranteeTexts.version} {commit.slice(0, 7)}
          </p>
        </dd>
      </dl>
    </li>
  )
}

/** The promises of one kind, each with the way it is tested and the result of the last test run. */
export function GuaranteeCard({ title, guarantees }: GuaranteeGroup) {
  return (
    <Card>
      <CardTitle>{title}</CardTitle>
      <ul className="mt-4 divide-y divide-line">
        {guarantees.map((guarantee) => (
          <GuaranteeItem key={guarantee.promise} guarantee={guarantee} />
        ))}
      </ul>
    </Card>
  )
}

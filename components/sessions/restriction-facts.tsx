import { type RestrictionNotice, restrictionEndText, restrictionFactLabels } from '#lib/members/labels.ts'
import { Facts } from '../ui/amount.tsx'
import { seoulTime } from '../ui/seoul-time.ts'

/** Links to the shop's phone number and chat, for a restricted member. */
function Contact({ phone, chat }: Pick<RestrictionNotice, 'phone' | 'chat'>) {
  return (
    <span className="grid justify-items-start gap-1">
      {phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>}
      {chat && (
        <a href={chat} target="_blank" rel="noopener noreferrer">
          {restrictionFactLabels.chat}
        </a>
      )}
    </span>
  )
}

/** Why an account is restricted, until when, and whom to contact. */
export function RestrictionFacts({ restriction }: { readonly restriction: RestrictionNotice }) {
  const { level, until, reason, phone, chat } = restriction
  const end = until ? seoulTime(until).slice(0, 16) : null
  return (
    <Facts
      align="start"
      className="text-s tabular-nums [&_dd]:wrap-anywhere"
      facts={[
        { term: restrictionFactLabels.until, value: restrictionEndText(level, end) },
        ...(reason ? [{ term: restrictionFactLabels.reason, value: reason }] : []),
        ...(phone || chat ? [{ term: restrictionFactLabels.contact, value: <Contact {...{ phone, chat }} /> }] : []),
      ]}
    />
  )
}

import { type Channel, channelLabels } from '#lib/messages/labels.ts'
import { Notice } from '../../ui/badge.tsx'

/** Names the channels without a configured carrier, whose messages are stored but not sent. */
export function UnsentNotice({ channels }: { readonly channels: readonly Channel[] }) {
  if (channels.length === 0) return null
  return (
    <Notice className="text-s text-ink-2">
      {channels.map((channel) => channelLabels[channel]).join('·')} 발송이 설정되지 않았어요. 보내지 않고 여기에만
      남겨요.
    </Notice>
  )
}

import { ButtonLink } from '../ui/button-link.tsx'
import { MessageCard } from '../ui/message-card.tsx'

/** Message for a URL without a page, with a link to the order screen. */
export function NotFoundCard() {
  return (
    <MessageCard title="페이지를 찾을 수 없어요" text="주소가 바뀌었거나 없어진 페이지예요. 주소를 다시 확인해 주세요.">
      <ButtonLink href="/order" tone="main">
        주문하기로 가기
      </ButtonLink>
    </MessageCard>
  )
}

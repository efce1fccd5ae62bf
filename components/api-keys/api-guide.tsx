import { orderStatuses, orderStatusLabels, orderStatusNames } from '#lib/orders/labels.ts'
import { Facts } from '../ui/amount.tsx'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { type ApiSample, apiSamples, apiV2Answer, apiV2Curl, apiV2Texts, curlOf } from './api-samples.ts'

const refusalRows = [
  { term: '400', value: '요청이 올바르지 않음. message에 이유가 있어요' },
  { term: '401', value: 'API 키가 없거나 유효하지 않음' },
  { term: '403', value: '이용이 제한된 계정' },
  { term: '404', value: '없는 상품이나 주문' },
  { term: '409', value: '주문할 수 없는 상품' },
  { term: '429', value: '요청이 너무 많음. Retry-After초 뒤에 다시 보내 주세요' },
]

/** Documentation of the public API: address, API key, the three calls and the errors (docs/product.md#api-page). */
export function ApiGuide({ address }: { readonly address: string }) {
  return (
    <>
      <Card className="grid gap-4">
        <CardTitle>시작하기</CardTitle>
        <Facts
          align="start"
          facts={[
            { term: '기본 주소', value: <CopyableText text={address} label="기본 주소 복사" /> },
            { term: '인증', value: <InlineCode>api-key: 발급받은 키</InlineCode> },
            { term: '형식', value: 'JSON (UTF-8)' },
            { term: '한도', value: '1분에 주문 600회, 조회 3,000회' },
          ]}
        />
        <div className="flex flex-wrap items-center gap-3 rounded-tile bg-sunken px-4 py-3">
          <p className="min-w-0 flex-1 text-ink-2">모든 요청의 헤더에 API 키를 넣어 주세요.</p>
          <ButtonLink href="/account" size="s" tone="main">
            API 키 확인하기
          </ButtonLink>
        </div>
      </Card>
      {apiSamples.map((sample) => (
        <Endpoint key={sample.path} sample={sample} address={address} />
      ))}
      <ApiV2 address={address} />
      <Card className="grid gap-4">
        <CardTitle>주문 상태값</CardTitle>
        <Facts
          facts={orderStatuses.map((status) => ({
            term: orderStatusLabels[status],
            value: <InlineCode>{orderStatusNames[status]}</InlineCode>,
          }))}
        />
      </Card>
      <Card className="grid gap-4">
        <CardTitle>오류</CardTitle>
        <p className="text-ink-2">
          요청이 거절되면 <InlineCode>{'{"message", "code"}'}</InlineCode> 형식으로 이유를 알려 드려요.
        </p>
        <Facts align="start" facts={refusalRows} />
        <p className="text-ink-2">
          응답을 받지 못했다면 같은 <InlineCode>Idempotency-Key</InlineCode> 헤더로 다시 보내세요. 72시간 동안은 두 번
          주문되지 않아요.
        </p>
      </Card>
    </>
  )
}

function Endpoint({ sample, address }: { readonly sample: ApiSample; readonly address: string }) {
  return (
    <Card className="grid grid-cols-1 gap-4">
      <CardTitle>{sample.title}</CardTitle>
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={sample.method === 'GET' ? 'good' : 'main'}>{sample.method}</Badge>
        <InlineCode>{sample.path.replace('1024', '{wId}')}</InlineCode>
      </div>
      <p className="text-ink-2">{sample.what}</p>
      <CodeBlock title="요청" code={curlOf(sample, address)} />
      <CodeBlock title="응답" code={JSON.stringify(sample.answer, null, 2)} />
    </Card>
  )
}

function ApiV2({ address }: { readonly address: string }) {
  return (
    <Card className="grid grid-cols-1 gap-4">
      <CardTitle>{apiV2Texts.title}</CardTitle>
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="main">POST</Badge>
        <InlineCode>/api/v2</InlineCode>
      </div>
      <p className="text-ink-2">{apiV2Texts.what}</p>
      <CodeBlock title="요청" code={apiV2Curl(address)} />
      <CodeBlock title="응답" code={JSON.stringify(apiV2Answer, null, 2)} />
      <p className="text-ink-2">{apiV2Texts.answer}</p>
      <p className="text-ink-2">{apiV2Texts.caution}</p>
    </Card>
  )
}

function CopyableText({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <span className="flex items-center justify-between gap-2">
      <InlineCode>{text}</InlineCode>
      <CopyButton text={text} label={label} iconOnly />
    </span>
  )
}

function InlineCode({ children }: { readonly children: string }) {
  return <code className="font-mono text-s font-semibold break-all text-ink">{children}</code>
}

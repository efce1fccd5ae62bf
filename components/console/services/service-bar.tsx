import { formatCount } from '#lib/money/points.ts'
import { Button } from '../../ui/button.tsx'
import { KeyCap } from '../../ui/key-cap.tsx'

interface ServiceBarProps {
  readonly picked: number
  /** How many the filters find. */
  readonly total: number
  readonly onNone: () => void
  readonly onPrices: () => void
  readonly onNew: () => void
}

/** What can be done with several services, and with none of them. */
export function ServiceBar({ picked, total, onNone, onPrices, onNew }: ServiceBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {picked > 0 && (
        <>
          <span className="text-s font-semibold tabular-nums">{formatCount(picked)}개 고름</span>
          <Button size="s" tone="soft" onClick={onNone}>
            고르기 해제
          </Button>
        </>
      )}
      <span className="ml-auto flex flex-wrap gap-2">
        <Button size="s" onClick={onPrices} aria-keyshortcuts="p">
          가격 일괄 변경 {formatCount(picked || total)}개 <KeyCap name="P" />
        </Button>
        <Button size="s" tone="main" onClick={onNew} aria-keyshortcuts="n">
          상품 추가 <KeyCap name="N" onMain />
        </Button>
      </span>
    </div>
  )
}

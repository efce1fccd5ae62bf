'use client'

import { priceChangeText } from '#lib/catalog/labels.ts'
import type { PriceHistoryRow } from '#lib/catalog/price-change-schema.ts'
import type { AdminServiceRow } from '#lib/catalog/schema.ts'
import { DetailPart, LoadedDetail } from '../detail.tsx'
import { useDetail } from '../use-detail.ts'

/** How `useDetail` loads the price history of a service. It is loaded again when the list passes a new row object. */
const historyRequest = {
  pathOf: ({ id }: AdminServiceRow) => `/api/admin/services/${id}/prices`,
  versionOf: (row: AdminServiceRow) => row,
}

/** History of a service's price: each of the latest changes as a sentence, newest first. */
export function PriceHistory({ service }: { readonly service: AdminServiceRow }) {
  const answer = useDetail<AdminServiceRow, { readonly rows: readonly PriceHistoryRow[] }>(service, historyRequest)
  return (
    <DetailPart title="가격 기록">
      <LoadedDetail {...answer} failure="가격 기록을 불러오지 못했어요.">
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="text-s text-ink-3">가격이 바뀐 적이 없어요.</p>
          ) : (
            <ol className="grid gap-1.5 text-s tabular-nums">
              {rows.map((row) => (
                <li key={`${row.at} ${row.from} ${row.to}`}>{priceChangeText(row, new Date())}</li>
              ))}
            </ol>
          )
        }
      </LoadedDetail>
    </DetailPart>
  )
}

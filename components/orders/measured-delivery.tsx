'use client'

import { useEffect, useState } from 'react'
import { MIN_MEASURED_ORDERS, measureFacts, serviceMeasureTexts } from '#lib/service-measures/labels.ts'
import type { ServiceMeasures } from '#lib/service-measures/schema.ts'
import { callApi } from '../chrome/call-api.ts'

/**
 * Delivery times and outcomes of a service's latest orders, shown below its description. An empty line while they are
 * loading, and if loading fails.
 */
export function MeasuredDelivery({ serviceId }: { readonly serviceId: number }) {
  const [loaded, setLoaded] = useState<{ serviceId: number; measures: ServiceMeasures } | null>(null)
  useEffect(() => {
    let isStale = false
    void callApi<ServiceMeasures>('GET', `/service/services/${serviceId}/measures`).then((answer) => {
      if (!isStale && answer.ok) setLoaded({ serviceId, measures: answer.body })
    })
    return () => {
      isStale = true
    }
  }, [serviceId])
  if (loaded?.serviceId !== serviceId) return <div className="h-[1lh] text-s" />
  const lines = measureFacts(loaded.measures)
  return (
    <div className="grid gap-1 px-1 text-s">
      {loaded.measures.orders < MIN_MEASURED_ORDERS && <p className="text-ink-3">{serviceMeasureTexts.notYet}</p>}
      {lines.length > 0 && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
          {lines.map(({ name, text }) => (
            <div key={name} className="contents">
              <dt className="text-ink-3">{name}</dt>
              <dd className="tabular-nums text-ink-2">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

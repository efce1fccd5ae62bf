import { serviceMeasuresCall } from '#lib/service-measures/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(serviceMeasuresCall)

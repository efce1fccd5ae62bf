import { call } from '#lib/core/call.ts'
import { idParams } from '#lib/core/wire.ts'
import { measuresOfService } from './queries.ts'
import { serviceMeasures } from './schema.ts'

export const serviceMeasuresCall = call({
  method: 'GET',
  path: '/service/services/{id}/measures',
  access: 'public',
  params: idParams,
  answer: serviceMeasures,
  run: ({ db, params: { id } }) => measuresOfService(db, id),
})

import { call } from '#lib/core/call.ts'
import { addFavorite } from './add-favorite.ts'
import { removeFavorite } from './remove-favorite.ts'
import { favoriteState } from './schema.ts'

export const setFavoriteCall = call({
  method: 'PUT',
  path: '/service/favorites',
  access: 'member',
  body: favoriteState,
  answer: favoriteState,
  run: async ({ db, caller: { memberId }, body: { serviceId, on } }) => {
    if (on) await addFavorite(db, { memberId, serviceId })
    else await removeFavorite(db, { memberId, serviceId })
    return { serviceId, on }
  },
})

/**
 * A handler that only parses its JSON body. `npm run prove -- place-order` compares the shop's calls with it, to see
 * what Next.js alone costs.
 */
export async function POST(request: Request): Promise<Response> {
  await request.json()
  return Response.json({ ok: true }, { status: 201 })
}

export const dynamic = 'force-dynamic'

/** Like `POST`, for requests without a body. */
export const GET = (): Response => Response.json({ ok: true })

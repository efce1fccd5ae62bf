/**
 * Handler that only parses its JSON body: `prove place-order` compares the shop's calls with it, the cost of Next.js
 * alone.
 */
export async function POST(request: Request): Promise<Response> {
  await request.json()
  return Response.json({ ok: true }, { status: 201 })
}

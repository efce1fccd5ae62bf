/** Baseline for the cost of Next.js itself: a handler that parses its JSON and does nothing with it. */
export async function POST(request: Request): Promise<Response> {
  await request.json()
  return Response.json({ ok: true }, { status: 201 })
}

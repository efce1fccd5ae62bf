import type { Client } from 'pg'
import type { ServiceTypeName } from '#lib/catalog/service-types.ts'
import { describeService, quantityText } from './catalog-description.ts'
import * as local from './catalog-lines-local.ts'
import * as talk from './catalog-lines-messengers.ts'
import * as meta from './catalog-lines-meta.ts'
import * as music from './catalog-lines-music.ts'
import * as video from './catalog-lines-video.ts'
import { type PlatformSeed, platforms } from './catalog-platforms.ts'
import type { Grade, Line } from './catalog-table.ts'
import { buildNonDefaultServices } from './catalog-types.ts'
import { insertIfEmpty } from './insert.ts'

/** Product lines by the id of their platform. */
const lines: Record<number, Line[]> = {
  1: meta.instagramServiceLines,
  2: video.youtubeServiceLines,
  3: meta.facebookServiceLines,
  4: video.tiktokServiceLines,
  5: talk.xServiceLines,
  6: meta.threadsServiceLines,
  7: talk.telegramServiceLines,
  8: local.naverServiceLines,
  9: local.kakaoServiceLines,
  10: video.twitchServiceLines,
  11: talk.discordServiceLines,
  12: music.spotifyServiceLines,
  13: music.soundcloudServiceLines,
  14: talk.linkedinServiceLines,
  15: local.websiteServiceLines,
}

export async function seedCatalog(client: Client): Promise<void> {
  const { categories, services } = buildCatalogue()
  const rows = platforms.map(({ id, text, backgroundColor }) => ({
    id,
    text,
    background_color: backgroundColor,
    position: id,
  }))
  if (!(await insertIfEmpty(client, 'platforms', rows))) return
  await insertIfEmpty(client, 'categories', categories)
  const isNew = await insertIfEmpty(client, 'services', services)
  // Marks the seeded services as not new, so that only services added later are announced
  // (docs/contract.md#change-notices).
  if (isNew) await client.query('UPDATE service_days SET kind = NULL')
}

/**
 * Rows of the seeded categories and services: one service for every grade of every product line (such as Instagram
 * followers), then the services whose type isn't Default.
 */
export function buildCatalogue() {
  const categories: { id: number; platform_id: number; text: string; position: number }[] = []
  const services: (ReturnType<typeof serviceOf> & { id: number; category_id: number; position: number })[] = []
  for (const platform of platforms) {
    for (const line of lines[platform.id] ?? []) {
      let category = categories.find((row) => row.platform_id === platform.id && row.text === line[0])
      if (!category) {
        category = {
          id: categories.length + 1,
          platform_id: platform.id,
          text: line[0],
          position: categories.length + 1,
        }
        categories.push(category)
      }
      for (const grade of line[6].flat()) {
        const id = services.length + 1
        services.push({ id, category_id: category.id, position: id, ...serviceOf(platform, line, grade) })
      }
    }
  }
  const typed = buildNonDefaultServices(categories.length + 1, services.length + 1)
  return { categories: [...categories, ...typed.categories], services: [...services, ...typed.services] }
}

function serviceOf(platform: PlatformSeed, line: Line, grade: Grade) {
  const [, , , linkTarget, unitPrice, size] = line
  return {
    text: nameOf(platform, line, grade),
    type: 'Default' as ServiceTypeName,
    unit_price: rounded((unitPrice * grade.percent) / 100),
    min: grade.min ?? size.min,
    max: Math.min(grade.max ?? size.max, size.max),
    notice: describeService(line, grade, platform.links[linkTarget]),
    is_read_only: grade.readOnly ?? false,
    enable_auto: grade.auto ?? false,
    refill_days: refillDaysOf(grade.refill),
  }
}

// Refills without a time limit are stored as 365 days, as for imported services.
const refillDaysOf = (days = 0): number => (Number.isFinite(days) ? days : 365)

// Names that begin with a brand; the platform's name isn't put before them.
const brands = /^(카카오맵|브런치|티스토리|치지직|쇼핑몰|앱) /

function nameOf({ text, named }: PlatformSeed, line: Line, grade: Grade): string {
  const [, thing, unit, , , size] = line
  const daily = (size.daily * (grade.pace ?? 100)) / 100
  return grade.name
    .replace('{p} ', brands.test(thing) ? '' : `${named ?? text} `)
    .replace('{k}', thing)
    .replace('{n}', thing.replace(/(한국인|외국인|국내|해외) /, ''))
    .replace('{day}', quantityText(Math.round(daily), unit))
    .replace('{hour}', quantityText(Math.round(daily / 24), unit))
    .replace('{max}', quantityText(size.max, unit))
}

// Rounds a price in hundred-thousandths of a won as shops do: prices from 100 won to steps of 2.5 won, from 10 to 0.5,
// from 1 to 0.1, from 0.1 to 0.01. Lower prices are rounded to whole won for 1,000 units.
function rounded(unitPrice: number): number {
  const steps = [
    [10_000_000, 250_000],
    [1_000_000, 50_000],
    [100_000, 10_000],
    [10_000, 1_000],
  ] as const
  const step = steps.find(([from]) => unitPrice >= from)?.[1] ?? 100
  return Math.max(step, Math.round(unitPrice / step) * step)
}

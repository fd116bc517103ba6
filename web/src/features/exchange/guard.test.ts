import { QueryClient } from '@tanstack/react-query'
import { isNotFound } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { beginAt } from './guard'

const PROFILE = 'prf_019a0000000070008000000000000001'

/** Whether the path after /balances/ is a page. */
async function isPage(place: string, currency?: string): Promise<boolean> {
  try {
    await beginAt({ params: { place, currency }, context: { queries: new QueryClient() } })
    return true
  } catch (error) {
    if (isNotFound(error)) return false
    throw error
  }
}

describe('a page below the balances', () => {
  it.each<[string, string?]>([
    ['EUR'],
    ['statement'],
    ['details'],
    ['details', 'EUR'],
    ['plans'],
    ['plans', 'new'],
    ['settings'],
    ['spending'],
    [PROFILE, 'settings'],
    [PROFILE, 'spending'],
  ])('is %s %s', async (place, word) => {
    expect(await isPage(place, word)).toBe(true)
  })

  it.each<[string, string?]>([
    ['EUR', 'settings'],
    ['statement', 'EUR'],
    ['settings', 'spending'],
    [PROFILE],
    [PROFILE, 'EUR'],
  ])('is not %s %s', async (place, word) => {
    expect(await isPage(place, word)).toBe(false)
  })
})

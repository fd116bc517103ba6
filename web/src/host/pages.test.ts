import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PAGES, type PagePath, pageOf, placeIn, START, variantOf } from './pages'
import type { HostMode } from './resolve'

const tree = readFileSync(new URL('../routeTree.gen.ts', import.meta.url), 'utf8')
const inside = (name: string) => new RegExp(`interface ${name} \\{\\n([\\s\\S]*?)\\n\\}`).exec(tree)?.[1] ?? ''
const routes = [...inside('FileRoutesByTo').matchAll(/^ {2}'([^']+)': typeof/gm)].map(([, path = '']) => path)
/** The pages with the app's navigation around them, by their files. */
const inApp = [...inside('FileRoutesByTo').matchAll(/^ {2}'([^']+)': typeof App[A-Z]/gm)].map(([, path = '']) => path)

const HOSTS: readonly HostMode[] = ['display', 'messenger', 'native', 'frame', 'pay']
const pages = Object.keys(PAGES) as PagePath[]
const of = (mode: HostMode) => pages.filter((page) => variantOf(mode, page) !== undefined)

describe('the table of pages and hosts', () => {
  it('names every route of the app, and no other', () => {
    const papers = ['/accessibility', '/native-error', '/receipt', '/verify-document']
    expect([...routes.filter((route) => route !== '/$paper'), ...papers].sort()).toEqual([...pages].sort())
  })

  it('shows a page beside the navigation where its file is in the app', () => {
    expect(inApp.length).toBeGreaterThan(20)
    expect(pages.filter((page) => PAGES[page].display === 'app').sort()).toEqual([...inApp].sort())
    for (const page of pages) expect(PAGES[page].native ?? 'app', page).not.toMatch(/widget|payer/)
  })

  it.each(HOSTS)('%s has its own start', (mode) => expect(variantOf(mode, START[mode])).toBeDefined())

  it('keeps balances, profiles, keys and settings out of pages of other companies', () => {
    for (const mode of ['frame', 'pay'] as const)
      for (const page of of(mode))
        expect(page).not.toMatch(/^\/(balances|profile|preset|activity|cabinet|utransaction)/)
    expect(of('frame').every((page) => /widget|payer/.test(PAGES[page].frame ?? ''))).toBe(true)
    expect(of('pay')).toEqual(['/accessibility', '/confirm-terms', '/forbidden', '/payment', '/support'])
  })

  it('finds a page by its route, in any spelling of the address', () => {
    expect(pageOf('/exchange/', '/exchange/')).toBe('/exchange')
    expect(pageOf('/', '/')).toBe('/')
    expect(pageOf('/$paper', '/receipt')).toBe('/receipt')
    expect(pageOf('/$paper', '/toString')).toBeUndefined()
    expect(pageOf('/profile/$page', '/profile/devices')).toBe('/profile/$page')
  })

  it.each<[HostMode, PagePath, string]>([
    ['display', '/payment', 'start'],
    ['display', '/native-error', 'start'],
    ['messenger', '/', 'start'],
    ['messenger', '/status', 'start'],
    ['native', '/native-error', 'bare'],
    ['native', '/cabinet', 'app'],
    ['frame', '/exchange', 'widget'],
    ['frame', '/on-phone/$step', 'start'],
    ['pay', '/payment', 'payer'],
    ['pay', '/exchange', 'start'],
  ])('in %s, %s is %s', (mode, page, place) => expect(placeIn(mode, page)).toBe(place))

  it('has "not found" only where there is a way home from it', () => {
    expect(HOSTS.filter((mode) => placeIn(mode, undefined) === 'start')).toEqual(['frame', 'pay'])
  })
})

import { describe, expect, it } from 'vitest'
import { createDraft } from './draft'
import { neverBack } from './progress'

function storage(initial: Record<string, string> = {}): Storage {
  const values = new Map(Object.entries(initial))
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
    key: () => null,
    length: 0,
  }
}

type Note = { text: string }
const isNote = (value: unknown): value is Note =>
  typeof value === 'object' && value !== null && typeof (value as Note).text === 'string'

describe('a draft', () => {
  it('survives a refresh of the page', () => {
    const shared = storage()
    createDraft('note', { text: '' }, isNote, shared).set(() => ({ text: 'half' }))
    expect(createDraft('note', { text: '' }, isNote, shared).get()).toEqual({ text: 'half' })
  })

  it('starts clean when what is stored is not a draft', () => {
    for (const stored of ['not json', '{"text":5}', 'null']) {
      const draft = createDraft('note', { text: '' }, isNote, storage({ 'agio.draft.note': stored }))
      expect(draft.get(), stored).toEqual({ text: '' })
    }
  })

  it('tells its readers about a change', () => {
    const draft = createDraft('note', { text: '' }, isNote, storage())
    const heard: string[] = []
    draft.subscribe(() => heard.push(draft.get().text))
    draft.set(() => ({ text: 'a' }))
    draft.clear()
    expect(heard).toEqual(['a', ''])
  })
})

describe('the progress bar', () => {
  it('never goes back and never leaves 0 to 100', () => {
    let seen: number | undefined
    const shown = [0, 60, 20, 80, -5, 140, 100].map((value) => {
      seen = neverBack(seen, value)
      return seen
    })
    expect(shown).toEqual([0, 60, 60, 80, 80, 100, 100])
  })
})

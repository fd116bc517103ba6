import { describe, expect, it } from 'vitest'
import { clearDrafts, createDraft, draftsBelongTo, draftsOfStranger, storedDraft } from './draft'

function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}

const isText = (value: unknown): value is { text: string } => typeof value === 'object' && value !== null
const EMPTY = { text: '' }

describe('an unfinished form', () => {
  it('is forgotten when its person leaves, on pages not opened since too', () => {
    const storage = memory()
    const draft = createDraft('letter', EMPTY, isText, storage)
    draft.set(() => ({ text: 'mine' }))
    storage.setItem('agio.draft.elsewhere', '{"text":"mine"}')
    storage.setItem('agio.locale', 'uk')
    clearDrafts(storage)
    expect(draft.get()).toEqual(EMPTY)
    expect(storage.getItem('agio.draft.letter')).toBeNull()
    expect(storage.getItem('agio.draft.elsewhere')).toBeNull()
    expect(storage.getItem('agio.locale')).toBe('uk')
  })

  it('waits for the person who was thrown out, and for nobody else', () => {
    const storage = memory()
    const owner = { person: 'usr_1', profile: 'prf_1', isMain: true }
    draftsBelongTo(owner, storage)
    const draft = createDraft('order', EMPTY, isText, storage)
    draft.set(() => ({ text: 'mine' }))
    draftsBelongTo(owner, storage)
    expect(draft.get().text).toBe('mine')
    draftsBelongTo({ ...owner, person: 'usr_2' }, storage)
    expect(draft.get()).toEqual(EMPTY)
  })

  it('is not gone on with for another profile of its person', () => {
    const storage = memory()
    draftsBelongTo({ person: 'usr_1', profile: 'prf_1', isMain: true }, storage)
    const draft = createDraft('order', EMPTY, isText, storage)
    draft.set(() => ({ text: 'mine' }))
    draftsBelongTo({ person: 'usr_1', profile: 'prf_2', isMain: false }, storage)
    expect(draft.get()).toEqual(EMPTY)
  })

  it('is not shown to a stranger, and belongs to the customer that the stranger becomes', () => {
    const storage = memory()
    draftsBelongTo({ person: 'usr_1', profile: 'prf_1', isMain: true }, storage)
    const draft = createDraft('order', EMPTY, isText, storage)
    draft.set(() => ({ text: 'mine' }))
    draftsOfStranger(storage)
    expect(draft.get()).toEqual(EMPTY)
    expect(storedDraft('order', storage)).toBe('')
    draft.set(() => ({ text: 'new' }))
    draftsOfStranger(storage)
    expect(storedDraft('order', storage)).not.toBe('')
    draftsBelongTo({ person: 'usr_2', profile: 'prf_2', isMain: true }, storage)
    expect(draft.get().text).toBe('new')
  })

  it('outlives an upgrade from a version in which its person alone was written down, for the profile that was meant', () => {
    for (const [isMain, text] of [
      [true, 'mine'],
      [false, ''],
    ] as const) {
      const storage = memory()
      storage.setItem('agio.drafts.of', 'usr_1')
      storage.setItem('agio.draft.order', '{"text":"mine"}')
      const draft = createDraft('order', EMPTY, isText, storage)
      draftsBelongTo({ person: 'usr_1', profile: 'prf_1', isMain }, storage)
      expect(draft.get().text).toBe(text)
      expect(storage.getItem('agio.drafts.of')).toBe('usr_1 prf_1')
    }
  })
})

import { describe, expect, it } from 'vitest'
import openapi from '../../openapi.json'
import { explorerUrl } from './explorer'

const HASH = 'a1075db55d416d3ca199f55b6084e2115b9345e16c5cf302fc80e9d5fbf5d48d'
const NETWORKS: string[] = openapi.components.schemas.NetworkCode.enum

describe('where a transfer is looked at', () => {
  it.each(NETWORKS)('%s has an explorer', (network) =>
    expect(explorerUrl(network, HASH, false)).toMatch(new RegExp(`^https://[a-z.]+/.*${HASH}$`)))

  it('is nowhere for the made up networks of a sandbox, for banks, and for what is no hash', () => {
    expect(explorerUrl('bitcoin', HASH, true)).toBeUndefined()
    expect(explorerUrl(undefined, HASH, false)).toBeUndefined()
    expect(explorerUrl('toString', HASH, false)).toBeUndefined()
    expect(explorerUrl('bitcoin', 'REF 12', false)).toBeUndefined()
    expect(explorerUrl('bitcoin', `${HASH}/../x`, false)).toBeUndefined()
  })
})

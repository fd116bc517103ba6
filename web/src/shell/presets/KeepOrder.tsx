import { useNavigate } from '@tanstack/react-router'
import type { Transaction } from '../../api/exchangeTypes'
import KeepPreset from '../../features/exchange/presets/KeepPreset'
import { termsOf } from '../../features/exchange/presets/presets'

/** Keeps the terms of an order as a preset. */
export default function KeepOrder({ transaction }: { transaction: Transaction }) {
  const navigate = useNavigate()
  const terms = termsOf(transaction)
  if (!terms) return null
  return (
    <KeepPreset
      terms={terms}
      onKept={({ id }) => void navigate({ to: '/preset/$presetId', params: { presetId: id } })}
    />
  )
}

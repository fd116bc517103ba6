/* <CurrencyIcon code size /> — the logo of a currency; decorative, beside its code. Unknown currencies show letters. */
import { DRAWN_COINS } from './coins'

/** Fiat currencies have no logo: their sign on a coloured background. */
const FIAT: Record<string, { sign: string; ground: string }> = {
  EUR: { sign: '€', ground: '#2a4fbf' },
  USD: { sign: '$', ground: '#1d7a4e' },
  UAH: { sign: '₴', ground: '#2f6fcb' },
  PLN: { sign: 'zł', ground: '#c02a4a' },
}

export function CurrencyIcon({ code, size = 40 }: { code: string; size?: number }) {
  if (DRAWN_COINS.has(code)) {
    return <img src={`/coins/${code}.svg`} width={size} height={size} alt="" className="shrink-0 rounded-full" />
  }
  const fiat = FIAT[code]
  const sign = fiat?.sign ?? code.slice(0, 2)
  return (
    <span
      aria-hidden="true"
      className="inline-grid shrink-0 place-items-center rounded-full font-[650] text-white"
      style={{
        width: size,
        height: size,
        fontSize: size * (sign.length > 1 ? 0.36 : 0.46),
        background: fiat?.ground ?? '#50585c',
      }}
    >
      {sign}
    </span>
  )
}

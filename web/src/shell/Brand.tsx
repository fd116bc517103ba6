import { config } from '../host/config'

/** The mark and the tenant's name. */
export function Brand() {
  return (
    <span className="flex items-center gap-2.5 text-[20px] font-[650] tracking-[-0.02em]">
      <svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true" className="text-brand">
        <g fill="none" stroke="currentColor" strokeWidth="6.5">
          <circle cx="13" cy="13" r="9.5" opacity=".35" />
          <path d="M8.25 21.2A9.5 9.5 0 1 1 21.9 16.3" />
        </g>
      </svg>
      {config.tenant.name}
    </span>
  )
}

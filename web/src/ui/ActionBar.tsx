/*
 * <ActionBar>button</ActionBar> — the one primary action of a flow page: in place on desktops, a bar at the bottom of
 * phones, where it replaces the tabs.
 */
import type { ReactNode } from 'react'
import './actionBar.css'

export function ActionBar({ children }: { children: ReactNode }) {
  return <div className="action-bar">{children}</div>
}

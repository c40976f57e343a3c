/** Exchanges the code that `shoko open` put behind the address for a cookie; the code leaves the address before anything else happens. */
export async function signInByCode(): Promise<boolean> {
  const code = new URLSearchParams(location.hash.slice(1)).get('code')
  if (code === null) return true
  history.replaceState(null, '', location.pathname + location.search)
  const response = await fetch('/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
  }).catch(() => undefined)
  return response?.ok === true
}

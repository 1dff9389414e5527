/** Where programs take the address of a calendar, which they then ask for again by themselves. */
export interface Subscribing {
  /** The scheme that calendar programs open, those of Apple among them. */
  webcal: string;
  /** Google and Outlook ask from outside, so that the address must be public. */
  google: string;
  outlook: string;
}

const webcal = (address: string) => address.replace(/^https?:/, 'webcal:');

/** How people subscribe to the calendar at an address. */
export const subscribing = (address: string): Subscribing => ({
  webcal: webcal(address),
  google: `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcal(address))}`,
  outlook: `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(address)}`,
});

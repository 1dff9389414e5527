it('starts every test file with an empty calendar', async () => {
  for (const type of ['event', 'venue', 'organizer', 'category', 'tag']) {
    expect(await strapi.db.query(`plugin::calendar.${type}` as never).count()).toBe(0);
  }
});

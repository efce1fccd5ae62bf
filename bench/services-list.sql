SELECT json_agg(json_build_object('id', s.id, 'min', s.min, 'max', s.max, 'text', s.text, 'point', s.unit_price / 100000.0,
  'isReadOnly', s.is_read_only) ORDER BY p.position, p.id, c.position, c.id, s.position, s.id)
FROM services s JOIN categories c ON c.id = s.category_id JOIN platforms p ON p.id = c.platform_id
WHERE p.visible AND s.withdrawn_at IS NULL;
